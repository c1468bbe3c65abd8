import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import type { ComponentProps, ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { FormContext, type FormState, untouchedForm } from '@/components/forms/form-context'
import { KeyField, VersionField } from '@/components/forms/hidden-fields'

type Router = ComponentProps<typeof AppRouterContext>['value']

function posted(field: ReactNode, state: Partial<FormState> = {}): string | undefined {
  const html = renderToStaticMarkup(
    <AppRouterContext value={{} as Router}>
      <FormContext value={{ ...untouchedForm, ...state }}>{field}</FormContext>
    </AppRouterContext>,
  )
  return /^<input type="hidden" name="\w+" value="([^"]*)"/.exec(html)?.[1]
}

test('a form shown again after a refusal keeps the version that its values come from', () => {
  expect(posted(<VersionField version={2} />)).toBe('2')
  expect(posted(<VersionField version={2} />, { echoed: { version: '1' } })).toBe('1')
  expect(posted(<VersionField version={2} />, { echoed: {} })).toBe('2')
})

test('a charge posted again after a failure has the same idempotency key', () => {
  const failed = { echoed: { key: 'first' }, code: 'internal_error' }
  expect(posted(<KeyField fresh="second" />)).toBe('second')
  expect(posted(<KeyField fresh="second" />, failed)).toBe('first')
})

test('a refund that the provider declined can be tried again', () => {
  const declined = { echoed: { key: 'first' }, code: 'conflict' }
  expect(posted(<KeyField fresh="second" />, declined)).toBe('second')
})
