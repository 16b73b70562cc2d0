import { parentPort, Worker, workerData } from 'node:worker_threads'

export interface ThreadedWork<Shared, Task> {
  /** Of the module that calls serveTasks. */
  readonly module: URL
  readonly threads: number
  /** Copied to each thread once. */
  readonly shared: Shared
  readonly tasks: readonly Task[]
}

/** Runs tasks on worker threads, each of which takes the next one when it is free; the results in the order of the tasks. */
export async function runOnThreads<Shared, Task, Result>(work: ThreadedWork<Shared, Task>): Promise<Result[]> {
  const results: Result[] = []
  const waiting = work.tasks.entries()
  const serve = async (): Promise<void> => {
    const worker = new Worker(work.module, { workerData: work.shared })
    try {
      for (const [index, task] of waiting) results[index] = await askOnce<Task, Result>(worker, task)
    } finally {
      await worker.terminate()
    }
  }
  await Promise.all(Array.from({ length: Math.min(work.threads, work.tasks.length) }, serve))
  return results
}

function askOnce<Task, Result>(worker: Worker, task: Task): Promise<Result> {
  return new Promise((resolve, reject) => {
    const onMessage = (result: Result) => settle(() => resolve(result))
    const onError = (error: unknown) => settle(() => reject(error))
    const onExit = (code: number) => settle(() => reject(new Error(`a thread ended with ${code}`)))
    const settle = (finish: () => void) => {
      worker.off('message', onMessage).off('error', onError).off('exit', onExit)
      finish()
    }
    worker.on('message', onMessage).on('error', onError).on('exit', onExit)
    worker.postMessage(task)
  })
}

/** In a thread: answers each task. What is shared is prepared once. */
export function serveTasks<Shared, Task, Result>(
  prepare: (shared: Shared) => ((task: Task) => Result) | Promise<(task: Task) => Result>,
): void {
  const answer = Promise.resolve(prepare(workerData as Shared))
  parentPort?.on('message', (task: Task) => {
    void answer.then((answerTask) => parentPort?.postMessage(answerTask(task)))
  })
}
