/** Tells which memory a message between threads may hand over instead of copying it: what it shares with nobody. */

/** The memory of these bytes, where it is theirs alone: small ones share it with others. */
export const ownMemory = ({ buffer, byteLength }: Uint8Array): ArrayBuffer[] =>
  buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [];
