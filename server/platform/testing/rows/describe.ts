import type pg from 'pg'

/** A column in the answer to a statement, as PostgreSQL describes it. */
export type Column = {
  readonly name: string
  readonly tableID: number
  readonly columnID: number
  readonly dataTypeID: number
}

type Connection = {
  parse(statement: { text: string; name: string; types: number[] }): void
  describe(what: { type: 'S'; name: string }): void
  sync(): void
}

/** Returns the columns of a statement's answer; PostgreSQL plans it and does not run it. */
export function describe(client: pg.Client, text: string): Promise<readonly Column[]> {
  return new Promise((resolve, reject) => {
    let columns: readonly Column[] = []
    // A statement that is described but not executed: pg calls these functions when the messages arrive.
    const submitted = {
      submit(connection: Connection) {
        connection.parse({ text, name: '', types: [] })
        connection.describe({ type: 'S', name: '' })
        connection.sync()
      },
      handleRowDescription(message: { fields: readonly Column[] }) {
        columns = message.fields
      },
      handleError: reject,
      handleReadyForQuery: () => resolve(columns),
    }
    client.query(submitted as unknown as pg.Query)
  })
}
