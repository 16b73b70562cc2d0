import type { ElementSet } from '@apsis/astro/sgp4/element-set.ts'
import { describeFault } from '@apsis/ccsds/fault.ts'
import { readCatalogueRows } from '@apsis/ccsds/message/catalogue-rows.ts'
import { type FoundMessages, readMessages } from '@apsis/ccsds/message/read-messages.ts'
import { STREAMING_LIMITS } from '@apsis/ccsds/notation/limits.ts'
import { toElementSet } from '@apsis/ccsds/omm/omm-elements.ts'
import { InputError, type Terminal } from '../terminal/command.ts'
import { openSource, readWhole, withoutName } from './source.ts'
import { describeTleFault, readElementSets } from './tle-entries.ts'

interface Taking {
  readonly set: (elements: ElementSet) => void
  /** Reports a fault with the name of the file. */
  readonly fault: (text: string) => void
}

/**
 * Reads the element sets of a file, TLE or OMM in any notation, in their order. Unreadable ones become faults with their line; the others are used.
 */
export async function readElementHistory(terminal: Terminal, file: string, { set, fault }: Taking): Promise<void> {
  let count = 0
  const take = (elements: ElementSet) => {
    count += 1
    set(elements)
  }
  const refuse = (text: string) => {
    count += 1
    fault(`${file}: ${text}`)
  }
  const takeMessages = ({ messages, faults }: FoundMessages) => {
    for (const one of faults) refuse(describeFault(one))
    for (const { reading } of messages) {
      if (!reading.ok) {
        for (const one of reading.errors) refuse(describeFault(one))
        continue
      }
      const { message: any } = reading
      if (any.kind === 'OMM') attempt(refuse, () => take(toElementSet(any.message)))
      else refuse(`a ${any.kind} is no element set: give TLE or OMM`)
    }
  }
  try {
    const source = await openSource(terminal, file)
    const pieces = await readWhole(source)
    const { kind, notation } = source.detection
    if (kind === 'OMM' && notation === 'CSV')
      await readCatalogueRows(pieces, STREAMING_LIMITS, { set: take, message: takeMessages })
    else if (notation !== 'text') takeMessages(readMessages(pieces, { strict: false, limits: STREAMING_LIMITS }))
    else {
      for (const entry of readElementSets(pieces.join(''))) {
        if (entry.ok) take(entry.elements)
        else refuse(describeTleFault(entry.fault))
      }
    }
    if (count === 0) fault(`${file}: there is no element set`)
  } catch (error) {
    if (!(error instanceof InputError)) throw error
    fault(`${file}: ${withoutName(file, error)}`)
  }
}

/** Runs an action and reports its error, because an OMM of a theory other than SGP4 has no usable elements. */
function attempt(refuse: (text: string) => void, action: () => void): void {
  try {
    action()
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    refuse(error.message)
  }
}
