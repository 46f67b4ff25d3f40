/** Bytes read from a file or stream at once. */
export const CHUNK_BYTES: number = 64 * 1024;

/**
 * Maximum length of a message from another process, and of another program's settings, in bytes: with room for large edits
 * in a client's payload, and for the history that some clients keep in their settings.
 */
export const MESSAGE_BYTES: number = 16 * 1024 * 1024;

/** Maximum size of a file that is read as source code, in bytes or UTF-16 code units. */
export const SOURCE_BYTES: number = 1024 * 1024;

/** Maximum size of a file with a few lines, or of a short answer, in bytes or UTF-16 code units. */
export const SMALL_BYTES: number = 256 * 1024;

/** Length of the beginning of a file by which it is known to be binary, in bytes or UTF-16 code units. */
export const SAMPLE_BYTES: number = 8192;
