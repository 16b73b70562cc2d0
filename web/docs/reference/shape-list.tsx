import { useWords } from '../../ui/text/language.ts'
import { docsWords } from '../guide/words.data.ts'
import { Prose } from './prose.tsx'
import own from './reference.module.css'
import type { Shape } from './schema.ts'

type Props = {
  readonly shapes: readonly Shape[]
  /** What else is to be said of a name. */
  readonly note?: (name: string) => string
}

/** Fields with type, need, meaning and limits; what has parts of its own opens. */
export function ShapeList({ shapes, note }: Props) {
  const words = useWords(docsWords)
  return (
    <ul className={own.shapes}>
      {shapes.map((shape) => (
        <li key={shape.name}>
          <p>
            <code className={own.name}>{shape.name}</code>{' '}
            <span className={own.type}>
              {[shape.type, note?.(shape.name), words(shape.isRequired ? 'required' : 'optional')]
                .filter(Boolean)
                .join(', ')}
            </span>
          </p>
          {shape.description === '' ? null : (
            <p>
              <Prose text={shape.description} />
            </p>
          )}
          {shape.constraints.length === 0 ? null : <p className={own.limits}>{shape.constraints.join('; ')}</p>}
          {shape.parts.length === 0 ? null : (
            <details>
              <summary>{words('fieldsOf', { name: shape.name })}</summary>
              <ShapeList shapes={shape.parts} />
            </details>
          )}
        </li>
      ))}
    </ul>
  )
}
