import { createKeptStore } from '../../ui/store/kept-store.ts'
import { type Look, parseLook } from './changes.ts'

const looks = createKeptStore<Look | undefined>({
  prefix: 'apsis-look-',
  parse: parseLook,
  warning: 'What was seen is remembered for this visit only: the browser stores nothing.',
  // The changes since the last look stay on this screen until they are marked as seen here.
  followsOtherTabs: false,
})

/** Stores, in this browser and for this user, the events that were marked as seen. */
export const keepLook: (subject: string, look: Look) => void = looks.keep

/** Returns the last look of this user in this browser; undefined before the first one. */
export const useLook: (subject: string) => Look | undefined = looks.use
