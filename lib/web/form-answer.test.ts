import { describe, expect, it } from 'vitest'
import { answerFromFlash, fieldFault, readPostResult, type FormTexts } from '@/lib/web/form-answer'

const texts: FormTexts = {
  problems: { invalid_credentials: 'Wrong e-mail or password.' },
  fieldErrors: { required: 'Fill this in.' },
  checkFields: 'Check the marked fields.',
  networkFault: 'Not reached.',
  unexpected: 'Something went wrong.',
}

describe('what a form shows after a post', () => {
  it('goes where a success leads', () => {
    expect(readPostResult(200, { redirect: '/dashboard' }, texts)).toEqual({
      kind: 'go',
      to: '/dashboard',
      notice: null,
    })
  })

  it('says at its field what kept the form from being sent', () => {
    expect(fieldFault('file', 'required', texts)).toMatchObject({
      errors: { file: 'Fill this in.' },
      formError: 'Check the marked fields.',
    })
  })

  it('says the problem in the language of the page', () => {
    const result = readPostResult(401, { code: 'invalid_credentials', detail: 'English' }, texts)
    expect(result).toMatchObject({
      kind: 'show',
      answer: { formError: 'Wrong e-mail or password.', errors: {} },
    })
  })

  it('marks fields by pointer, the first fault of each', () => {
    const errors = [
      { pointer: '/email', code: 'required', detail: '' },
      { pointer: '/email', code: 'invalid_email', detail: 'later' },
      { pointer: '/a~1b', code: 'odd', detail: 'As the server says.' },
      { pointer: '', code: 'required', detail: '' },
    ]
    const result = readPostResult(422, { code: 'validation_failed', errors }, texts)
    expect(result).toMatchObject({
      answer: {
        formError: 'Check the marked fields.',
        errors: { email: 'Fill this in.', 'a/b': 'As the server says.' },
      },
    })
  })

  it('keeps how long to wait and the request id', () => {
    const body = { code: 'account_locked', detail: 'Wait.', retry_after: 60, request_id: 'r1' }
    expect(readPostResult(429, body, texts)).toMatchObject({
      answer: { formError: 'Wait.', retryAfterSeconds: 60, requestId: 'r1' },
    })
  })

  it('says of a lock whether it is the network that has too many attempts', () => {
    const body = { code: 'account_locked', detail: 'Wait.', retry_after: 60, locked_by: 'network' }
    const said = { ...texts, problems: { account_locked: 'The account.', network_locked: 'The network.' } }
    const network = { formError: 'The network.', code: 'network_locked', retryAfterSeconds: 60 }
    const account = { formError: 'The account.', code: 'account_locked' }
    expect(readPostResult(429, body, said)).toMatchObject({ answer: network })
    expect(readPostResult(429, { ...body, locked_by: 'account' }, said)).toMatchObject({ answer: account })
    const flash = { code: 'account_locked', retryAfterSeconds: 60 } as const
    expect(answerFromFlash({ ...flash, lockedBy: 'network' }, 'any', said)).toMatchObject(network)
    expect(answerFromFlash(flash, 'any', said)).toMatchObject(account)
  })

  it.each([null, 'text', 7, [], {}, { code: 5 }])(
    'does not fall over an answer it can not read: %j',
    (body) => {
      expect(readPostResult(500, body, texts)).toMatchObject({ answer: { formError: texts.unexpected } })
    },
  )

  it('shows a flash only in the form it is meant for', () => {
    const flash = { form: 'revoke', code: 'invalid_credentials' as const }
    expect(answerFromFlash(flash, 'rename', texts).formError).toBeNull()
    expect(answerFromFlash(flash, 'revoke', texts).formError).toBe('Wrong e-mail or password.')
    expect(answerFromFlash({ code: 'invalid_credentials' }, 'any', texts).formError).not.toBeNull()
  })
})
