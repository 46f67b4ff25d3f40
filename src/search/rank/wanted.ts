/** Whether a feature counts, of a file or of a definition: what does not may be left out, which saves its time. */
export type Wanted = (id: string) => boolean;

/** All features count. */
export const ALL_WANTED: Wanted = () => true;
