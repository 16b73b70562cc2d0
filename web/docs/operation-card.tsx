import type { Endpoint, Service } from '@apsis/contract/endpoint.ts'
import { SERVICE_ENDPOINTS } from '@apsis/contract/services.ts'
import { useWords } from '../ui/language.ts'
import type { Call } from '../ui/print-call.ts'
import { Prose } from './prose.tsx'
import own from './reference.module.css'
import type { Operation, Parameter, Reply } from './reference.ts'
import { requirementsInWords } from './requirement.ts'
import { Samples } from './samples.tsx'
import { exampleOf, type Schemas, shapeOf } from './schema.ts'
import { ShapeList } from './shape-list.tsx'
import { TryIt } from './try-it.tsx'
import { docsWords } from './words.data.ts'

/** Parameters that can only be the caller's own subject. */
const OWN_SUBJECT = ['config-id', 'user-config-id']

type Props = {
  readonly operation: Operation
  readonly schemas: Schemas
  readonly service: Service
  readonly subject: string
}

/** One call: what it does, takes and answers, how it is made, and a try. */
export function OperationCard({ operation, schemas, service, subject }: Props) {
  const { id, method, path, summary, description, requires, parameters, body, form, replies } = operation
  const words = useWords(docsWords)
  const endpoint = SERVICE_ENDPOINTS[service][id]
  const given = Object.fromEntries(parameters.map((one) => [one.name, givenFor(one, schemas, subject)]))
  const example = body === undefined ? undefined : withSubject(exampleOf(body, schemas), subject)
  const headed = `${id}-h`
  return (
    <section id={id} className={own.operation} aria-labelledby={headed}>
      <h3 id={headed} lang="en">
        <a href={`#${id}`}>{summary}</a>
      </h3>
      <p className={own.line}>
        <b>{method}</b> <span className="mono">{path}</span>
      </p>
      <p>
        <Prose text={description} />
      </p>
      <p className={own.requires}>{requirementsInWords(requires)}</p>
      {parameters.length > 0 ? (
        <Part title={words('parameters')}>
          <ShapeList
            shapes={parameters.map((one) => ({
              ...shapeOf(one.schema, schemas, { name: one.name, isRequired: one.required }),
              description: one.description ?? '',
            }))}
            note={(name) => words(parameters.find((one) => one.name === name)?.in === 'path' ? 'inPath' : 'inQuery')}
          />
        </Part>
      ) : null}
      {(body ?? form) ? (
        <Part title={words(form ? 'form' : 'body')}>
          <ShapeList shapes={[...shapeOf(body ?? form ?? {}, schemas).parts]} />
        </Part>
      ) : null}
      <Part title={words('answers')}>
        <Replies replies={replies} schemas={schemas} />
      </Part>
      <Part title={words('example')}>
        <Samples
          call={callOf(operation, given, { example, form: formOf(operation, schemas, endpoint) })}
          name={summary}
        />
      </Part>
      {endpoint ? <TryIt endpoint={endpoint} operation={operation} given={given} example={example} /> : null}
    </section>
  )
}

function Part({ title, children }: React.PropsWithChildren<{ readonly title: string }>) {
  return (
    <>
      <h4>{title}</h4>
      {children}
    </>
  )
}

/** What stands in the example; nothing where the call does as well without. */
function givenFor({ name, required, schema }: Parameter, schemas: Schemas, subject: string): string {
  if (OWN_SUBJECT.includes(name)) return subject
  return required ? String(exampleOf(schema, schemas)) : ''
}

/** The example's subject is nobody's: a body has to name the caller's. */
function withSubject(example: unknown, subject: string): unknown {
  const hasId = typeof example === 'object' && example !== null && Object.hasOwn(example, '_id')
  return hasId ? { ...example, _id: subject } : example
}

/** What an example of a form sends: each field that has to be there, and the file. */
function formOf({ form }: Operation, schemas: Schemas, endpoint: Endpoint | undefined): Call['form'] {
  const sample = endpoint?.upload?.sample
  if (form === undefined || sample === undefined) return undefined
  const fields = shapeOf(form, schemas).parts.filter(({ name, isRequired }) => isRequired && name !== 'file')
  const values = exampleOf(form, schemas) as Readonly<Record<string, unknown>>
  return { fields: Object.fromEntries(fields.map(({ name }) => [name, String(values[name])])), ...sample }
}

type Sent = { readonly example: unknown; readonly form: Call['form'] }

function callOf(
  { method, path, isStream }: Operation,
  given: Readonly<Record<string, string>>,
  { example, form }: Sent,
): Call {
  const filled = path.replace(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(given[name] ?? ''))
  return { method, url: `${location.origin}${filled}`, body: example, isStream, ...(form ? { form } : {}) }
}

function Replies({ replies, schemas }: { readonly replies: readonly Reply[]; readonly schemas: Schemas }) {
  const words = useWords(docsWords)
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
            <li key={status}>
              <b>{status}</b>
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
  const words = useWords(docsWords)
  const { status, description, media, schema } = reply
  const shape = schema && shapeOf(schema, schemas)
  return (
    <li>
      <b>{status}</b>
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
