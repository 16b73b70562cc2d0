import { SERVICE_ENDPOINTS } from '@apsis/contract/api/services.ts'
import type { Service } from '@apsis/contract/endpoint.ts'
import { useState } from 'react'
import { printCall } from '../../ui/file/print-call.ts'
import { type Call, LANGUAGES, type Language } from '../../ui/file/printed-call.ts'
import { useWords } from '../../ui/text/language.ts'
import { CodeBlock } from '../guide/code-block.tsx'
import own from './reference.module.css'
import type { Operation, Reply } from './reference.ts'
import { requirementsInWords } from './requirement.ts'
import { type Reader, sampleOf } from './sample.ts'
import { type Schemas, type Shape, shapeOf } from './schema.ts'
import { TryIt } from './try-it.tsx'
import { referenceWords } from './words.data.ts'

type Props = {
  readonly operation: Operation
  readonly schemas: Schemas
  readonly service: Service
  readonly reader: Reader
}

/** Shows one call: its effect, its input and answer, examples, and a form to try it. */
export function OperationCard({ operation, schemas, service, reader }: Props) {
  const { id, method, path, summary, description, requires, parameters, body, form, encoded, replies } = operation
  const words = useWords(referenceWords)
  const endpoint = SERVICE_ENDPOINTS[service][id]
  const sent = body ?? form ?? encoded
  const { call, given, missing } = sampleOf(operation, { schemas, endpoint }, reader)
  const headed = `${id}-h`
  return (
    <section id={id} className={own.operation} aria-labelledby={headed}>
      <h3 className="fs-16 lh-24" id={headed} lang="en">
        <a className="ink plain-link" href={`#${id}`}>
          {summary}
        </a>
      </h3>
      <p className="ink break-anywhere">
        <b className="bold">{method}</b> <span className="mono">{path}</span>
      </p>
      <p>
        <Prose text={description} />
      </p>
      <p className="muted fs-13">{requirementsInWords(requires)}</p>
      {parameters.length > 0 ? (
        <Part title={words('parameters')}>
          <ShapeList
            shapes={parameters.map((one) => ({
              ...shapeOf(one.schema, schemas, { name: one.name, isRequired: one.required }),
              description: one.description ?? '',
            }))}
            note={(name) => words(PLACES[parameters.find((one) => one.name === name)?.in ?? 'query'])}
          />
        </Part>
      ) : null}
      {sent ? (
        <Part title={words(body ? 'body' : 'form')}>
          <ShapeList shapes={[...shapeOf(sent, schemas).parts]} />
        </Part>
      ) : null}
      <Part title={words('answers')}>
        <Replies replies={replies} schemas={schemas} />
      </Part>
      <Part title={words('example')}>
        {missing.length > 0 ? <p>{words('noneYet', { names: missing.join(', ') })}</p> : null}
        <Samples call={call} name={summary} />
      </Part>
      {endpoint ? <TryIt endpoint={endpoint} operation={operation} given={given} example={call.body} /> : null}
    </section>
  )
}

const PLACES = { path: 'inPath', query: 'inQuery', header: 'inHeader' } as const

function Part({ title, children }: React.PropsWithChildren<{ readonly title: string }>) {
  return (
    <>
      <h4 className="ink fs-13 bold">{title}</h4>
      {children}
    </>
  )
}

function Replies({ replies, schemas }: { readonly replies: readonly Reply[]; readonly schemas: Schemas }) {
  const words = useWords(referenceWords)
  const good = replies.filter(({ status }) => status.startsWith('2'))
  const problems = replies.filter(({ status }) => !status.startsWith('2'))
  return (
    <>
      <ul className={own.replies}>
        {good.map((reply) => (
          <GoodReply key={reply.status} reply={reply} schemas={schemas} />
        ))}
      </ul>
      <details>
        <summary>{words('problems', { statuses: problems.map(({ status }) => status).join(', ') })}</summary>
        <ul className={own.replies}>
          {problems.map(({ status, description }) => (
            <li className="grid pad-y-6 faint-top fs-13" key={status}>
              <b className="ink">{status}</b>
              <span>
                <Prose text={description} />
              </span>
            </li>
          ))}
        </ul>
      </details>
    </>
  )
}

function GoodReply({ reply, schemas }: { readonly reply: Reply; readonly schemas: Schemas }) {
  const words = useWords(referenceWords)
  const { status, description, media, schema } = reply
  const shape = schema && shapeOf(schema, schemas)
  return (
    <li className="grid pad-y-6 faint-top fs-13">
      <b className="ink">{status}</b>
      <div>
        <Prose text={description} />
        {shape ? ` (${media}: ${shape.type})` : null}
        {shape && shape.parts.length > 0 ? (
          <details>
            <summary>{words('fields')}</summary>
            <ShapeList shapes={shape.parts} />
          </details>
        ) : null}
      </div>
    </li>
  )
}

/** Shows a call in the chosen language. */
function Samples({ call, name }: { readonly call: Call; readonly name: string }) {
  const words = useWords(referenceWords)
  const [language, setLanguage] = useState<Language>('curl')
  return (
    <>
      <fieldset className={`flex gap-16 fs-13 pad-0 m-0 no-frame ${own.languages}`}>
        <legend className="visually-hidden">{words('languageOf', { call: name })}</legend>
        {LANGUAGES.map((one) => (
          <label className="row min-h-28 gap-6 pointer" key={one}>
            <input
              className="m-0"
              type="radio"
              name={`language of ${name}`}
              checked={one === language}
              onChange={() => setLanguage(one)}
            />
            {one}
          </label>
        ))}
      </fieldset>
      <CodeBlock label={words('exampleIn', { language })}>
        <code>{printCall(call, language)}</code>
      </CodeBlock>
    </>
  )
}

type ShapeListProps = {
  readonly shapes: readonly Shape[]
  /** Returns a note for a name. */
  readonly note?: (name: string) => string
}

/** Lists fields with type, whether they are required, meaning and limits; a field with parts can be opened. */
function ShapeList({ shapes, note }: ShapeListProps) {
  const words = useWords(referenceWords)
  return (
    <ul className={own.shapes}>
      {shapes.map((shape) => (
        <li className="pad-y-6 faint-top" key={shape.name}>
          <p>
            <code className="medium">{shape.name}</code>{' '}
            <span className="muted fs-13 break-anywhere">
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
          {shape.constraints.length === 0 ? null : (
            <p className="muted fs-13 break-anywhere">{shape.constraints.join('; ')}</p>
          )}
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

/** Shows a sentence of a description, which is in English; text in backticks is code. */
function Prose({ text }: { readonly text: string }) {
  let at = 0
  const pieces = text.split('`').map((piece, place) => {
    at += piece.length + 1
    return place % 2 === 1 ? <code key={at}>{piece}</code> : piece
  })
  return <span lang="en">{pieces}</span>
}
