const NAME = 'apsis'
const VERSION = 2

/** `session` contains the owner of these answers, `answer` the server's answers to the owner, each with its time. */
export type Stores = { readonly session: IDBObjectStore; readonly answer: IDBObjectStore }

function opened(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, VERSION)
    request.onupgradeneeded = () => {
      const database = request.result
      // Data that an older version stored need not be kept: it is read again while the server is there.
      for (const store of database.objectStoreNames) database.deleteObjectStore(store)
      database.createObjectStore('session')
      database.createObjectStore('answer', { keyPath: 'hash' }).createIndex('readAt', ['readAt', 'letters'])
    }
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

/**
 * Runs one transaction on the stored session of this browser, so that the page can be loaded again while the server is away. Returns the
 * result of the request that `work` returns, or undefined if the browser stores nothing (a private window, a full disk).
 */
export async function inKept<T>(
  mode: IDBTransactionMode,
  work: (stores: Stores) => IDBRequest<T>,
): Promise<T | undefined> {
  try {
    const database = await opened()
    try {
      return await new Promise<T>((resolve, reject) => {
        const transaction = database.transaction(['session', 'answer'], mode)
        const request = work({
          session: transaction.objectStore('session'),
          answer: transaction.objectStore('answer'),
        })
        transaction.oncomplete = () => resolve(request.result)
        transaction.onabort = () => reject(transaction.error)
      })
    } finally {
      database.close()
    }
  } catch (failure) {
    console.warn('This browser keeps nothing of the session: a reload needs the server.', failure)
    return undefined
  }
}
