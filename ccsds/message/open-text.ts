import { type TextPiece, textOf } from '../notation/decode.ts'
import { type Detection, detect, EXAMINED_CHARACTERS } from './detect.ts'

/** A text whose kind was recognised from its beginning, and all of its pieces as they arrive. */
export interface OpenText<P extends TextPiece = TextPiece> {
  readonly detection: Detection
  readonly pieces: AsyncIterable<P>
}

/** Reads as much of a text as is needed to recognise it; no part of the text is lost. */
export async function openText<P extends TextPiece>(text: AsyncGenerator<P>): Promise<OpenText<P>> {
  const begin: P[] = []
  const examined: string[] = []
  for (let length = 0; length < EXAMINED_CHARACTERS; ) {
    const { done, value } = await text.next()
    if (done === true) break
    const characters = textOf(value, EXAMINED_CHARACTERS)
    begin.push(value)
    examined.push(characters)
    length += characters.length
  }
  return { detection: detect(examined.join('')), pieces: chain(begin, text) }
}

async function* chain<P>(begin: readonly P[], rest: AsyncIterable<P>): AsyncGenerator<P> {
  yield* begin
  yield* rest
}
