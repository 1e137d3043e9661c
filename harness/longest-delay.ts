/** The longest delay that a timer of Node takes, in milliseconds; one above it fires at once. */
export const LONGEST_DELAY_MS = 2 ** 31 - 1;
