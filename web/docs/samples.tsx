import { useState } from 'react'
import { useWords } from '../ui/language.ts'
import { type Call, LANGUAGES, type Language, printCall } from '../ui/print-call.ts'
import { CodeBlock } from './code-block.tsx'
import own from './reference.module.css'
import { docsWords } from './words.data.ts'

/** A call in the language that is chosen. */
export function Samples({ call, name }: { readonly call: Call; readonly name: string }) {
  const words = useWords(docsWords)
  const [language, setLanguage] = useState<Language>('curl')
  return (
    <>
      <fieldset className={own.languages}>
        <legend className="visually-hidden">{words('languageOf', { call: name })}</legend>
        {LANGUAGES.map((one) => (
          <label key={one}>
            <input
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
