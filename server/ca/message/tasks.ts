import { SMALL_MEMORY_MIB, task } from '../../platform/thread/task.ts'

// The processes of the pool do all work that reads or writes the text of messages, and assess them.

const place = (file: string) => new URL(file, import.meta.url)
const ONE_MESSAGE = { seconds: 30, memoryMiB: SMALL_MEMORY_MIB, answerMiB: 8 }

export const WRITE_MESSAGE = task<typeof import('./write-message.ts').writeMessage>({
  module: place('./write-message.ts'),
  name: 'writeMessage',
  limits: ONE_MESSAGE,
})

export const WRITE_OWN_MESSAGE = task<typeof import('./write-message.ts').writeOwnMessage>({
  module: place('./write-message.ts'),
  name: 'writeOwnMessage',
  limits: ONE_MESSAGE,
})

export const IS_SAME_MESSAGE = task<typeof import('./write-message.ts').isSameMessage>({
  module: place('./write-message.ts'),
  name: 'isSameMessage',
  limits: ONE_MESSAGE,
})

export const WRITE_REPORT = task<typeof import('./write-report.ts').writeReport>({
  module: place('./write-report.ts'),
  name: 'writeReport',
  limits: { ...ONE_MESSAGE, answerMiB: 64 },
})
