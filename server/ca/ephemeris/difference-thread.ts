import { parentPort, workerData } from 'node:worker_threads'
import { ephemerisDifference } from '@apsis/astro/ephemeris/difference.ts'
import { unpackOrbit } from '../packed-orbit.ts'
import type { DifferenceTask } from './work.ts'

// A thread that compares two orbits and ends: to unpack a large one takes a second.

const { reference, other, ...span } = workerData as DifferenceTask
parentPort?.postMessage(ephemerisDifference(await unpackOrbit(reference), await unpackOrbit(other), span))
