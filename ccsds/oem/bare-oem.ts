import type { Reading } from '../block/read-message.ts'
import type { Oem } from './oem.ts'
import { readOem } from './read-oem.ts'

const NUMBER = String.raw`[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eEdD][-+]?\d+)?`
/** A row of KVN with a time and three numbers. */
const BARE_ROW = new RegExp(String.raw`^([ \t]*\d{4}-[^ \t\r\n]+(?:[ \t]+${NUMBER}){3})([ \t]*)$`, 'gm')
/** A state in XML that ends after its position. */
const BARE_STATE = /(<\/(?:\w+:)?Z>)(\s*<\/(?:\w+:)?stateVector>)/g
const XML_ZEROS = '<X_DOT>0</X_DOT><Y_DOT>0</Y_DOT><Z_DOT>0</Z_DOT>'

/**
 * Reads an OEM like readOem(), but its states may consist of positions only, as those of receivers and precise orbits often do: missing velocities
 * become zeros (CCSDS 502.0-B-3 §5.2.4 requires velocities). No object in an orbit of the Earth is at rest, so nobody mistakes them for a real
 * velocity. Lines keep their numbers, so that faults name the right ones.
 */
export function readBareOem(text: string): Reading<Oem> {
  const filled = text.trimStart().startsWith('<')
    ? text.replace(BARE_STATE, `$1${XML_ZEROS}$2`)
    : text.replace(BARE_ROW, '$1 0 0 0$2')
  return readOem(filled, { strict: false })
}
