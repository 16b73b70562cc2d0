import { createKeptStore } from '../../ui/store/kept-store.ts'
import { type Look, parseLook } from './changes.ts'

const looks = createKeptStore<Look | undefined>({
  prefix: 'apsis-look-',
  parse: parseLook,
  warning: 'What was seen is remembered for this visit only: the browser stores nothing.',
  // What has changed since the last look stays on the screen until it is seen there.
  followsOtherTabs: false,
})

/** Remembers, in this browser and for this user, what has been seen. */
export const keepLook: (subject: string, look: Look) => void = looks.keep

/** What this user had seen last in this browser; undefined before the first time. */
export const useLook: (subject: string) => Look | undefined = looks.use
