/** The functions that read the last text, by the kind of reader. */
const kept = new Map<string, object>()

/**
 * Keeps functions that are made for one text in memory until those of the next text are made, and returns them. When V8 collects memory and
 * no such function is in use, it drops their optimised code and the shapes of their data: with a collection before each file, an ephemeris
 * of 2 MB is read three times as slowly, and other threads compile all the time. Everything that the functions refer to also stays in
 * memory, so they should not refer to the text.
 */
export function keepFunctions<T extends object>(reader: string, functions: T): T {
  kept.set(reader, functions)
  return functions
}
