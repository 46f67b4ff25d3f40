/**
 * True for names of methods in a language's standard library: strings, lists, maps, iterators, promises, results,
 * streams, loggers. Such a call can only be resolved by its receiver.
 */
export function isLibraryName(language: string, name: string): boolean {
  return NAMES.get(FAMILIES.get(language) ?? language)?.has(name) === true;
}

/** JavaScript's global objects. */
const GLOBALS: ReadonlySet<string> = new Set(
  (`Array Atomics BigInt Boolean Buffer Date Deno Intl JSON Map Math Number Object Promise Proxy Reflect RegExp Set String
  Symbol URL WeakMap WeakSet console crypto document globalThis localStorage navigator performance process window`)
    .split(/\s+/),
);

/** True if a name without definition or import is a global object of the language. */
export function isGlobal(language: string, name: string): boolean {
  return (FAMILIES.get(language) ?? language) === "javascript" && GLOBALS.has(name);
}

const FAMILIES: ReadonlyMap<string, string> = new Map([
  ["typescript", "javascript"],
  ["tsx", "javascript"],
  ["vue", "javascript"],
  ["svelte", "javascript"],
  ["kotlin", "java"],
  ["scala", "java"],
  ["csharp", "java"],
  ["swift", "java"],
]);

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

const NAMES: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  [
    "javascript",
    words(
      `at concat copyWithin entries every fill filter find findIndex findLast findLastIndex flat flatMap forEach
      includes indexOf join keys lastIndexOf map pop push reduce reduceRight reverse shift slice some sort splice
      toReversed toSorted toSpliced unshift values with charAt charCodeAt codePointAt endsWith localeCompare match
      matchAll normalize padEnd padStart repeat replace replaceAll search split startsWith substring toLowerCase
      toString toUpperCase trim trimEnd trimStart valueOf add clear delete get has set then catch finally apply bind
      call hasOwnProperty toFixed toJSON exec test getTime on once off emit addEventListener removeEventListener log
      debug info warn error next return throw subscribe unsubscribe pipe write end close`,
    ),
  ],
  [
    "python",
    words(`append clear copy count extend index insert pop remove reverse sort fromkeys get items keys popitem
      setdefault update values add discard difference intersection union issubset issuperset capitalize casefold
      center encode endswith expandtabs find format isalnum isalpha isdigit islower isspace isupper join ljust lower
      lstrip partition removeprefix removesuffix replace rfind rindex rjust rpartition rsplit rstrip split splitlines
      startswith strip swapcase title translate upper zfill decode hex close flush read readable readline readlines
      seek tell truncate write writelines send throw group groups match search sub debug info warning error exception
      critical log`),
  ],
  [
    "rust",
    words(
      `unwrap unwrap_or unwrap_or_default unwrap_or_else expect map map_err map_or and_then or_else ok ok_or
      ok_or_else err is_some is_none is_ok is_err take replace as_ref as_mut as_deref as_str as_slice as_bytes clone
      cloned copied iter iter_mut into_iter filter filter_map flat_map fold collect any all find position enumerate
      zip chain rev skip count sum min max next peek push push_str pop insert remove get get_mut contains contains_key
      entry keys values len is_empty clear extend drain retain sort sort_by first last split join trim lines chars
      bytes starts_with ends_with to_string to_owned to_vec into from borrow borrow_mut lock read write flush send
      recv try_into eq cmp partial_cmp hash fmt drop deref default`,
    ),
  ],
  [
    "go",
    words(
      `Close Read Write Error String Len Less Swap Lock Unlock RLock RUnlock Add Done Wait Flush Printf Println
      Print Fatal Fatalf Errorf Logf Log Helper Run Fail FailNow Skip Cleanup Name Header WriteHeader ServeHTTP
      Seconds Unix Format Before After Equal Sub Bytes Reset Scan Text Unwrap Is As Marshal Unmarshal Encode Decode
      Load Store Swap Delete Range Do Context Value Deadline Err`,
    ),
  ],
  [
    "java",
    words(`add addAll all any append apply charAt clear clone close collect compareTo contains containsKey
      containsValue copy count debug delete distinct endsWith entrySet equals equalsIgnoreCase error filter find
      findAny findFirst first flatMap flush fold forEach format get getAndSet getBytes getClass getKey getName
      getOrDefault getValue hashCode hasNext ifPresent indexOf info insert isEmpty isPresent iterator join keySet
      last length let limit lines map match matches max min next of offer orElse orElseGet orElseThrow parallelStream
      peek poll pop push put putAll putIfAbsent read readLine reduce remove removeIf replace replaceAll reverse run
      set size skip sort sorted split startsWith stream sub substring take then toArray toList toLowerCase toString
      toUpperCase trim valueOf values wait warn write`),
  ],
  [
    "ruby",
    words(
      `all? any? append call capitalize chomp clear clone collect compact concat count delete delete_if detect
      dig downcase dup each each_with_index empty? end_with? fetch filter find find_all first flatten flat_map format
      freeze get gsub has_key? include? index inject insert inspect is_a? join key? keys last length map match max
      merge min new next nil? none? pop push puts read reduce reject replace reverse select send set shift size slice
      sort sort_by split start_with? strip sub sum tap times to_a to_h to_i to_s to_sym transform_values uniq unshift
      upcase update values write zip`,
    ),
  ],
  [
    "php",
    words(
      `add all count current each end filter first format get getMessage has insert join key keys last map merge
      next offset pop push put remove reset rewind set shift slice sort split toArray toString valid values write`,
    ),
  ],
  [
    "cpp",
    words(
      `append assign at back begin c_str capacity clear close compare count data emplace emplace_back empty end
      erase find flush front get good insert length lock open pop pop_back pop_front push push_back push_front rbegin
      read release rend replace reserve reset resize rfind seekg size str substr swap tellg top unlock value what
      write`,
    ),
  ],
]);
