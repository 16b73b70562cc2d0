import type { EopTable } from '@apsis/astro/frames/eop.ts'
import { type EopFormat, parseEop } from '@apsis/astro/frames/parse-eop.ts'
import { InputError, type Terminal } from '../terminal/command.ts'
import { openSource, readWhole } from './source.ts'

/** Returns the table of Earth orientation parameters in a file; the format is detected from its beginning. */
export async function readEop(terminal: Terminal, file: string): Promise<EopTable> {
  const text = (await readWhole(await openSource(terminal, file))).join('')
  try {
    return parseEop(text, formatOf(text, file))
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) throw new InputError(`${file}: ${error.message}`)
    throw error
  }
}

function formatOf(text: string, file: string): EopFormat {
  if (/^(?:DATE,MJD|VERSION|# ?FORMAT)/m.test(text.slice(0, 4096))) return 'celestrak'
  if (/EOP.*C04|IERS.*C04|INTERNATIONAL EARTH ROTATION/i.test(text.slice(0, 4096))) return 'c04'
  if (/^[ \d]{6} \d{5}\.\d\d [IP ]/.test(text))
    return /finals\.(all|data|daily)/i.test(file) ? 'finals-1980' : 'finals-2000'
  throw new InputError(`${file}: this is no table of finals2000A, C04 or CelesTrak's EOP`)
}
