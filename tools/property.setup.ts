import { env } from 'node:process'
import fc from 'fast-check'

// The same cases in every run, so that a run says something about the change and not about the dice; `npm run soak` throws
// new ones (tools/soak.ts).
const seed = Number(env.APSIS_PROPERTY_SEED ?? 20_261_120)

// A property that fails by rounding can be shrunk for hours: it ends with the case that was found. It is limited by its runs and
// never by the clock, which says something about the machine only. APSIS_PROPERTY_SHRINK=true looks for the smallest case.
fc.configureGlobal({ seed, endOnFailure: env.APSIS_PROPERTY_SHRINK !== 'true' })
