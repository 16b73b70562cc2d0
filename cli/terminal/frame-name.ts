import { FRAMES, type Frame } from '@apsis/astro/frames/frame.ts'
import { toFrame } from '@apsis/ccsds/block/frame-name.ts'
import { UsageError } from './command.ts'

/** Returns the frame that an option names. */
export function requireFrame(name: string, option: string): Frame {
  const frame = toFrame(name)
  if (frame === null) throw new UsageError(`${option} is one of ${FRAMES.join(', ')}, not ${JSON.stringify(name)}`)
  return frame
}
