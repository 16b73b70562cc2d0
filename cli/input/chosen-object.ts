import { InputError } from '../terminal/command.ts'
import type { AnyObject } from './flying-object.ts'

/** The selection of the objects that an answer contains. */
export interface Choice {
  readonly takes: (object: AnyObject) => boolean
  /** Throws after the last file if none of the objects was selected. */
  readonly requireFound: () => void
}

/**
 * Selects all objects, or those with this catalogue number, international designator or name. An entry without an identity may be the wanted one, so
 * its fault is still reported.
 */
export function chooseObject(wanted: string | undefined): Choice {
  if (wanted === undefined) return { takes: () => true, requireFound: () => undefined }
  const name = wanted.trim().toUpperCase()
  let isFound = false
  const isWanted = ({ noradId, objectId, objectName }: AnyObject) =>
    (/^\d+$/.test(name) && noradId === Number(name)) ||
    [objectId, objectName].some((one) => one.trim().toUpperCase() === name)
  return {
    takes: (object) => {
      if (isWanted(object)) {
        isFound = true
        return true
      }
      return object.noradId === null && object.objectId === '' && object.objectName === ''
    },
    requireFound: () => {
      if (!isFound) throw new InputError(`no object of the files is ${JSON.stringify(wanted)}`)
    },
  }
}
