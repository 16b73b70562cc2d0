import { env } from 'node:process'
import fc from 'fast-check'

// Every run tests the same cases, so that a failure comes from the change and not from chance; `npm run tool -- soak` tests new ones (tools/soak.ts).
const seed = Number(env.APSIS_PROPERTY_SEED ?? 20_261_120)

// If a property fails by rounding, shrinking the case could take hours, so the test ends with the case that it found. The number of runs limits a
// property, never the clock, which only measures the machine. APSIS_PROPERTY_SHRINK=true searches for the smallest case.
fc.configureGlobal({ seed, endOnFailure: env.APSIS_PROPERTY_SHRINK !== 'true' })
