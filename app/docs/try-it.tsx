import type { ReactNode } from 'react'
import { CodeExample } from '@/app/docs/code-example'
import type { Operation, Parameter } from '@/app/docs/reference/read-reference'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card, CardBody } from '@/components/ui/card'
import { Input, Select } from '@/components/ui/form-controls'
import { TextLink } from '@/components/ui/links'
import type { ReadAnswer } from '@/lib/http/call-read'
import type { Messages } from '@/lib/i18n/messages'

/** The values of the form, as the address of the page has them. */
export type TryValues = Readonly<Record<string, string>>

/** What the page shows below the form: an answer, or that another site opened the page. */
export type TryResult = ReadAnswer | 'not-from-here' | null

interface TryItProps {
  operation: Operation
  values: TryValues
  result: TryResult
  signedIn: boolean
  texts: Messages['reference']
}

/**
 * Sends a reading operation with the user's session. A plain form whose answer is part of the next
 * page, so it works without JavaScript and no script gets a token.
 */
export function TryIt({ operation, values, result, signedIn, texts }: TryItProps) {
  const path = `/docs/api/${operation.operationId}`
  return (
    <section id="try" className="scroll-mt-4">
      <h2 className="mb-2 text-base font-semibold tracking-tight">{texts.tryIt}</h2>
      <Card>
        <CardBody className="grid gap-4">
          {signedIn ? (
            <>
              <p className="text-muted">{texts.tryText}</p>
              <form method="get" action={`${path}#try`} autoComplete="off" className="grid gap-3">
                <input type="hidden" name="try" value="1" />
                {operation.pathParameters.map((parameter) => (
                  <Entry key={parameter.name} place="path" parameter={parameter} values={values} />
                ))}
                {operation.queryParameters.map((parameter) => (
                  <Entry key={parameter.name} place="query" parameter={parameter} values={values} />
                ))}
                <Button type="submit" className="w-fit">
                  {texts.send}
                </Button>
              </form>
              <Answer result={result} texts={texts} />
            </>
          ) : (
            <p className="text-muted">
              {texts.trySignedOut}{' '}
              <TextLink href={`/auth/login?next=${encodeURIComponent(path)}`}>
                {texts.signIn}
              </TextLink>
            </p>
          )}
        </CardBody>
      </Card>
    </section>
  )
}

/** The name of a parameter's field; `try` and other parameters of the page are never meant. */
export const tryField = (place: 'path' | 'query', name: string) => `${place}.${name}`

function Entry({
  place,
  parameter: { name, required, values: options },
  values,
}: {
  place: 'path' | 'query'
  parameter: Parameter
  values: TryValues
}): ReactNode {
  const field = tryField(place, name)
  const control = { id: `try-${field}`, name: field, required, defaultValue: values[field] ?? '' }
  return (
    <div className="grid items-center gap-x-3 gap-y-1 sm:grid-cols-[9rem_minmax(0,1fr)]">
      <label htmlFor={control.id} className="font-mono text-[0.8125rem] break-all">
        {name}
      </label>
      {options.length > 0 ? (
        <Select {...control}>
          <option value="" />
          {options.map((option) => {
            const value = String(JSON.parse(option))
            return (
              <option key={value} value={value}>
                {value}
              </option>
            )
          })}
        </Select>
      ) : (
        <Input {...control} maxLength={500} />
      )}
    </div>
  )
}

function Answer({ result, texts }: { result: TryResult; texts: Messages['reference'] }) {
  if (result === null) return null
  if (result === 'not-from-here') return <p role="status">{texts.notFromHere}</p>
  const { status, text, shortened } = result
  return (
    <div className="grid gap-2 border-t border-line pt-4">
      <p>
        <Badge tone={status < 400 ? 'success' : 'danger'} className="font-mono">
          {status}
        </Badge>
      </p>
      {text === null ? (
        <p className="text-muted">{texts.answerIsFile}</p>
      ) : (
        <CodeExample title={texts.answer} code={text} texts={texts} tall />
      )}
      {shortened ? <p className="text-[0.8125rem] text-muted">{texts.answerShortened}</p> : null}
    </div>
  )
}
