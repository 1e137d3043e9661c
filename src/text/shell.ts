/** Words for a POSIX shell: whatever a name holds, the shell reads it as one word and runs nothing of it. */

/** In single quotes nothing is special to a shell but their end. */
export const shellQuoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** The same, without quotes where none are needed: for commands that a person reads first. */
export const shellWord = (text: string): string => (/^[\w./:@%+,-]+$/.test(text) ? text : shellQuoted(text));
