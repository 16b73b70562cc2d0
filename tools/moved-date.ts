// This module is loaded before anything else (`node --import`): it sets the clock of the process this many milliseconds ahead of the machine's.
import { ServerResponse } from 'node:http'
import { movedDate } from '@apsis/web/clock/moved-date.ts'

const aheadMs = Number(process.env.APSIS_TEST_AHEAD_MS)
if (!Number.isFinite(aheadMs)) throw new Error('APSIS_TEST_AHEAD_MS is no number of milliseconds.')
globalThis.Date = movedDate(Date, aheadMs)

// Node writes the Date header of an answer from a clock of its own.
const { writeHead } = ServerResponse.prototype
ServerResponse.prototype.writeHead = function writeHeadAhead(this: ServerResponse, ...given: unknown[]) {
  if (!this.hasHeader('date')) this.setHeader('date', new Date().toUTCString())
  return Reflect.apply(writeHead, this, given)
}
