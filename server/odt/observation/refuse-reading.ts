import { describeFault, type Fault } from '@apsis/ccsds/fault.ts'
import { ApiError } from '../../platform/api-error.ts'

/** Returns a 422 with every fault of a message, its line and its keyword. */
export function refuseReading(faults: readonly Fault[], kind: 'TDM' | 'OEM'): ApiError {
  const errors = faults.map(({ code, message, line, column, keyword }) => ({
    code: `${kind.toLowerCase()}.${code}`,
    message,
    line,
    column,
    ...(keyword === null ? {} : { keyword }),
  }))
  const [first] = faults
  return new ApiError('unprocessable', first === undefined ? `This is no ${kind}.` : describeFault(first), { errors })
}
