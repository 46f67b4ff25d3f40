/** Bytes read from a file or stream at once. */
export const CHUNK_BYTES: number = 64 * 1024;

/** Maximum length of a message from another process, in bytes: with room for large edits in a client's payload. */
export const MESSAGE_BYTES: number = 16 * 1024 * 1024;

/** Maximum size of a small file of other programs, such as their settings, in bytes: some keep a history in them. */
export const SETTINGS_BYTES: number = 16 * 1024 * 1024;
