import type { ServerResponse } from 'node:http'
import { settings } from '@/lib/config/settings'
import { problems, type ProblemCode } from '@/lib/platform/problems'

export interface ProblemAnswer {
  code: ProblemCode
  /** Another status than the code's own (421, 431, 501: the transport's own refusals). */
  status?: number
  detail?: string
  headers?: Record<string, string>
  /** Ends the connection: what follows on it can not be trusted or is not wanted. */
  close?: boolean
}

/** The body of a problem document (RFC 9457) written before a route was found. */
export function problemBody(answer: ProblemAnswer, requestId: string, instance?: string): string {
  const [status, title, detail] = problems[answer.code]
  return JSON.stringify({
    type: `${settings().baseUrl}/docs/errors/${answer.code}`,
    title,
    status: answer.status ?? status,
    code: answer.code,
    detail: answer.detail ?? detail,
    ...(instance ? { instance } : {}),
    request_id: requestId,
  })
}

/** Answers with a problem document. Does nothing when the answer has begun. */
export function answerProblem(
  res: ServerResponse,
  requestId: string,
  answer: ProblemAnswer,
  instance?: string,
): void {
  if (res.headersSent) {
    res.destroy()
    return
  }
  const body = problemBody(answer, requestId, instance)
  res.statusCode = answer.status ?? problems[answer.code][0]
  res.setHeader('Content-Type', 'application/problem+json; charset=utf-8')
  res.setHeader('Cache-Control', 'no-store')
  res.setHeader('Content-Length', Buffer.byteLength(body))
  for (const [name, value] of Object.entries(answer.headers ?? {})) res.setHeader(name, value)
  if (answer.close) res.setHeader('Connection', 'close')
  res.end(res.req.method === 'HEAD' ? undefined : body)
}
