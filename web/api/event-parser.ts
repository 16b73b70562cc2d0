/** One dispatched message of an event stream. */
export type StreamMessage = { readonly event: string; readonly data: string; readonly id: string }

export type StreamReader = {
  readonly onMessage: (message: StreamMessage) => void
  /** Is called at the end of each block with the id from which to resume: a block may have an id and no message. */
  readonly onPosition: (id: string) => void
}

/**
 * Reads the text/event-stream format of the HTML standard from pieces of text that may be divided anywhere. Messages without data are not
 * dispatched, comments are skipped, and the last id stays valid for later messages.
 */
export function eventParser({ onMessage, onPosition }: StreamReader): (piece: string) => void {
  let rest = ''
  let started = false
  let afterReturn = false
  let event = ''
  let data: string[] = []
  let id = ''

  const field = (name: string, value: string) => {
    if (name === 'event') event = value
    else if (name === 'data') data.push(value)
    else if (name === 'id' && !value.includes('\0')) id = value
  }
  const line = (text: string) => {
    if (text === '') {
      if (data.length > 0) onMessage({ event: event || 'message', data: data.join('\n'), id })
      onPosition(id)
      event = ''
      data = []
      return
    }
    const colon = text.indexOf(':')
    if (colon === 0) return
    if (colon < 0) field(text, '')
    else field(text.slice(0, colon), text.slice(text[colon + 1] === ' ' ? colon + 2 : colon + 1))
  }

  return (piece) => {
    let text = piece
    if (!started && text !== '') {
      started = true
      if (text.startsWith('\uFEFF')) text = text.slice(1)
    }
    // A line feed after the carriage return at the end of the previous piece belongs to the same line end.
    if (afterReturn && text !== '') {
      if (text.startsWith('\n')) text = text.slice(1)
      afterReturn = false
    }
    if (text !== '') afterReturn = text.endsWith('\r')
    const lines = (rest + text).split(/\r\n|\r|\n/)
    rest = lines.pop() ?? ''
    for (const one of lines) line(one)
  }
}
