import { InputError } from '../terminal/command.ts'
import type { AnyObject } from './flying-object.ts'

/** Which objects of the files are answered. */
export interface Choice {
  readonly takes: (object: AnyObject) => boolean
  /** After the last file: fails where no object was the one that is wanted. */
  readonly requireFound: () => void
}

/**
 * All objects, or those with this catalogue number, international designator or name. An entry that does not say whose it is may be
 * the wanted one, so its fault is still told.
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
