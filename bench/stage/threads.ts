import { parentPort, Worker, workerData } from 'node:worker_threads'

/** Worker threads that answer tasks. */
export interface Threads<Task, Result> {
  /** Gives the next task to each thread that is free; the results are in the order of the tasks. */
  run(tasks: readonly Task[]): Promise<Result[]>
  stop(): Promise<void>
}

/** Starts threads on a module that calls serveTasks, copies the shared data to each, and resolves when all are prepared. */
export async function startThreads<Shared, Task, Result>(
  module: URL,
  threads: number,
  shared: Shared,
): Promise<Threads<Task, Result>> {
  const workers = Array.from({ length: threads }, () => new Worker(module, { workerData: shared }))
  await Promise.all(workers.map((worker) => askOnce(worker, undefined)))
  return {
    run: async (tasks) => {
      const results: Result[] = []
      const waiting = tasks.entries()
      const serve = async (worker: Worker): Promise<void> => {
        for (const [index, task] of waiting) results[index] = await askOnce<Task, Result>(worker, task)
      }
      await Promise.all(workers.map(serve))
      return results
    },
    stop: async () => {
      await Promise.all(workers.map((worker) => worker.terminate()))
    },
  }
}

/** Sends a thread one task and returns its answer; without a task, it answers when it is prepared. */
function askOnce<Task, Result>(worker: Worker, task: Task | undefined): Promise<Result> {
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

/** Runs in a thread: prepares the shared data once, then answers each task. */
export function serveTasks<Shared, Task, Result>(
  prepare: (shared: Shared) => ((task: Task) => Result) | Promise<(task: Task) => Result>,
): void {
  const prepared = Promise.resolve(prepare(workerData as Shared))
  parentPort?.on('message', (task: Task | undefined) => {
    void prepared.then((answer) => parentPort?.postMessage(task === undefined ? undefined : answer(task)))
  })
}
