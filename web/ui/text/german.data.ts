/** The German words that are separate from the code of the pages, by area; the build writes them here (`web/german.config.ts`). */
export const GERMAN: readonly (readonly [area: string, words: Readonly<Record<string, string>>])[] = []
