/** Serves the simulated open ephemerides to the bench from a process of its own, so that its work and its memory do not count. */

import { startOpenEphemerides } from '@apsis/tools/services/open-ephemerides.ts'

const [atMs, constellation] = process.argv.slice(2).map(Number)
if (atMs === undefined || constellation === undefined)
  throw new TypeError('the time and the number of objects are missing')
const service = await startOpenEphemerides({ clock: () => atMs, constellation })
process.send?.(service.url)
