import { diskTree } from '../house/tree.ts'
import { ROOT } from '../run/step.ts'

/** Returns the commands of an npm script that documents, records and comments name as `npm run SCRIPT -- NAME`, each once. */
export function namesInTexts(script: string): string[] {
  const tree = diskTree(ROOT)
  const texts = tree.files().filter((path) => /\.(md|ts|py)$/.test(path) && !/\.test\.ts$/.test(path))
  const pattern = new RegExp(`npm run ${script} -- ([a-z0-9-]+)`, 'g')
  return [...new Set(texts.flatMap((path) => [...tree.read(path).matchAll(pattern)].map(([, name = '']) => name)))]
}
