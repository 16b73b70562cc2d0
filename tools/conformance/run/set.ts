import { type Json, readJson, readLines, readTable } from './collection.ts'
import type { Check, Tally } from './tally.ts'

/** A row of INDEX.md as a comparison gets it: its name, its description, and its files in the collection. */
export interface Source {
  readonly name: string
  readonly description: string
  readonly files: readonly string[]
}

/**
 * A kind of set: a pattern of its folder and file, in which * stands for anything because names contain dates and numbers, and its comparison, or the
 * reason why there is none. Everything about its cases is read from the files.
 */
export type ReferenceSet = { readonly name: string } & (
  | { readonly compare: (tally: Tally, source: Source) => void | Promise<void> }
  | { readonly notCovered: string }
)

/** Returns the name of a case. */
type NameOf<T> = (each: T, index: number) => string
type CompareCase<T> = (check: Check, each: T, source: Source) => void

/** Makes a set whose cases are the elements of a list. */
export function ofList<T>(
  name: string,
  listCases: (source: Source, file: string) => readonly T[],
  nameOf: NameOf<T>,
  compare: CompareCase<T>,
  ...notes: readonly string[]
): ReferenceSet {
  return {
    name,
    compare(tally, source) {
      listCases(source, source.files[0] ?? '').forEach((each, index) => {
        tally.run(nameOf(each, index), (check) => compare(check, each, source))
      })
      for (const note of notes) tally.note(note)
    },
  }
}

/** Makes a set whose cases are the elements of the list `cases` in a JSON file. */
export const ofJson = (name: string, nameOf: NameOf<Json>, compare: CompareCase<Json>, ...notes: string[]) =>
  ofList(name, (_, file) => readJson(file).rows('cases'), nameOf, compare, ...notes)

/** Makes a set whose cases are the rows of the tables. */
export const ofTable = (name: string, nameOf: NameOf<Json>, compare: CompareCase<Json>, ...notes: string[]) =>
  ofList(name, ({ files }) => files.flatMap(readTable), nameOf, compare, ...notes)

/** Makes a set whose cases are the lines below the head of the tables. */
export const ofLines = (name: string, nameOf: NameOf<string>, compare: CompareCase<string>, ...notes: string[]) =>
  ofList(name, ({ files }) => files.flatMap((file) => readLines(file).slice(1)), nameOf, compare, ...notes)

/** Makes a set whose cases are its files. */
export const ofFiles = (name: string, compare: CompareCase<string>, ...notes: string[]) =>
  ofList<string>(name, ({ files }) => files, String, compare, ...notes)
