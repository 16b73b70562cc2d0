const NAME = 'apsis'
const VERSION = 2

/** `session`: whose answers these are. `answer`: what the server answered in it, each with when it was read. */
export type Stores = { readonly session: IDBObjectStore; readonly answer: IDBObjectStore }

function opened(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, VERSION)
    request.onupgradeneeded = () => {
      const database = request.result
      // Data that an older version stored is no loss: it is read again while the server is there.
      for (const store of database.objectStoreNames) database.deleteObjectStore(store)
      database.createObjectStore('session')
      database.createObjectStore('answer', { keyPath: 'hash' }).createIndex('readAt', ['readAt', 'letters'])
    }
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

/**
 * One transaction on what this browser keeps of a session, so that the page can be loaded again while the server is
 * away; answers the result of the request that the work hands over. Where the browser stores nothing (a private window,
 * a full disk), nothing is kept: undefined.
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
