import { expect, test } from 'vitest'
import { readCommonStatuses, readEndpoints } from '@/app/docs/read-endpoints'

const problem = { content: { 'application/problem+json': {} } }
const document = JSON.stringify({
  tags: [
    { name: 'Roles', description: 'Who may do what.' },
    { name: 'Sign-in', description: 'In and out.' },
  ],
  components: {
    responses: { Any400: problem, Any431: problem },
    schemas: {
      SignInRequest: {
        properties: { email: { type: 'string' }, all: { type: ['boolean', 'null'] } },
        required: ['email'],
      },
    },
  },
  paths: {
    '/api/v1/auth/login': {
      post: {
        operationId: 'signIn',
        tags: ['Sign-in'],
        summary: 'Sign in',
        requestBody: {
          content: {
            'application/json': {
              schema: { $ref: '#/components/schemas/SignInRequest' },
              example: { email: 'ada@example.com' },
            },
          },
        },
        responses: {
          200: { description: 'OK', content: { 'application/json': { example: { id: 1 } } } },
          429: { description: 'account_locked, rate_limited', ...problem },
          431: { $ref: '#/components/responses/Any431' },
        },
      },
    },
    '/api/v1/rbac/permissions': {
      get: {
        operationId: 'listPermissions',
        tags: ['Roles'],
        security: [{ bearer: [] }],
        'x-required-permission': 'rbac:manage',
        parameters: [
          { name: 'id', in: 'path', required: true },
          {
            name: 'locale',
            in: 'query',
            schema: { anyOf: [{ enum: ['en', 'tr'] }, { type: 'null' }] },
          },
        ],
        responses: { 200: { description: 'OK' } },
      },
    },
  },
})

test('an operation appears under its tag, with its access, fields, examples and responses', () => {
  expect(readEndpoints(document)).toEqual([
    {
      tag: 'Roles',
      description: 'Who may do what.',
      endpoints: [
        {
          operationId: 'listPermissions',
          method: 'GET',
          path: '/api/v1/rbac/permissions',
          summary: '',
          access: { permission: 'rbac:manage' },
          query: [{ name: 'locale', type: '"en" | "tr" | null', required: false }],
          body: [],
          bodyExample: null,
          answers: [{ status: '200', codes: [], example: null }],
        },
      ],
    },
    {
      tag: 'Sign-in',
      description: 'In and out.',
      endpoints: [
        {
          operationId: 'signIn',
          method: 'POST',
          path: '/api/v1/auth/login',
          summary: 'Sign in',
          access: 'public',
          query: [],
          body: [
            { name: 'email', type: 'string', required: true },
            { name: 'all', type: 'boolean | null', required: false },
          ],
          bodyExample: '{\n  "email": "ada@example.com"\n}',
          answers: [
            { status: '200', codes: [], example: '{\n  "id": 1\n}' },
            { status: '429', codes: ['account_locked', 'rate_limited'], example: null },
          ],
        },
      ],
    },
  ])
})

test('responses that any request can get are listed once', () => {
  expect(readCommonStatuses(document)).toEqual(['400', '431'])
})
