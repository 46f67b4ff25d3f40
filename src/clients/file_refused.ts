/** A file of another program that cannot be edited safely. The message has reason and remedy; nothing was written. */
export class FileRefused extends Error {
  override name = "FileRefused";
}

/** For a file that only people can put right. */
export function refusal(why: string): FileRefused {
  return new FileRefused(`${why}; correct the file by hand, then run this again`);
}
