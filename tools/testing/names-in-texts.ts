import { diskTree } from '../house/tree.ts'
import { ROOT } from '../run/step.ts'

/** Returns the names that documents, records and comments put behind a call such as `npm run bench --`, each once. */
export function namesInTexts(call: string): string[] {
  const tree = diskTree(ROOT)
  const texts = tree.files().filter((path) => /\.(md|ts|py)$/.test(path) && !/\.test\.ts$/.test(path))
  const pattern = new RegExp(`${call} ([a-z0-9][a-z0-9-]*)`, 'g')
  return [...new Set(texts.flatMap((path) => [...tree.read(path).matchAll(pattern)].map(([, name = '']) => name)))]
}
