import { expect, test } from 'vitest'
import { readCommonStatuses, readEndpoints } from '@/app/docs/read-endpoints'

const problem = { content: { 'application/problem+json': {} } }
const document = JSON.stringify({
  components: { responses: { Any400: problem, Any431: problem } },
  paths: {
    '/api/v1/auth/login': {
      post: {
        summary: 'Sign in',
        requestBody: {
          content: {
            'application/json': {
              schema: {
                properties: { email: { type: 'string' }, all: { type: ['boolean', 'null'] } },
                required: ['email'],
              },
            },
          },
        },
        responses: {
          200: { description: 'OK' },
          429: { description: 'account_locked, rate_limited', ...problem },
          431: { $ref: '#/components/responses/Any431' },
        },
      },
    },
    '/api/v1/rbac/permissions': {
      get: {
        security: [{ bearer: [] }],
        'x-required-permission': 'rbac:manage',
        parameters: [
          { name: 'id', in: 'path', required: true },
          { name: 'locale', in: 'query', schema: { anyOf: [{ enum: ['en', 'tr'] }, { type: 'null' }] } },
        ],
        responses: { 200: { description: 'OK' } },
      },
    },
  },
})

test('an operation is shown with its access, fields and answers', () => {
  expect([...readEndpoints(document)]).toEqual([
    [
      'auth',
      [
        {
          method: 'POST',
          path: '/api/v1/auth/login',
          summary: 'Sign in',
          access: 'public',
          query: [],
          body: [
            { name: 'email', type: 'string', required: true },
            { name: 'all', type: 'boolean | null', required: false },
          ],
          answers: [
            { status: '200', codes: [] },
            { status: '429', codes: ['account_locked', 'rate_limited'] },
          ],
        },
      ],
    ],
    [
      'rbac',
      [
        {
          method: 'GET',
          path: '/api/v1/rbac/permissions',
          summary: '',
          access: { permission: 'rbac:manage' },
          query: [{ name: 'locale', type: '"en" | "tr" | null', required: false }],
          body: [],
          answers: [{ status: '200', codes: [] }],
        },
      ],
    ],
  ])
})

test('what any request may be answered with is said once', () => {
  expect(readCommonStatuses(document)).toEqual(['400', '431'])
})
