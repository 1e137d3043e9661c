/** What a message between threads may give away instead of copying it. */

/** The memory of these bytes, where it is theirs alone: small ones share it with others. */
export const ownMemory = ({ buffer, byteLength }: Uint8Array): ArrayBuffer[] =>
  buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [];
