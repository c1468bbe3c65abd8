import type { ServerResponse } from 'node:http'
import { problemDocument } from '@/lib/http/problem-answer'
import { problems, type ProblemCode } from '@/lib/platform/problems'

export interface ProblemAnswer {
  code: ProblemCode
  detail?: string
  headers?: Record<string, string>
  /** Ends the connection: what follows on it cannot be trusted or is not wanted. */
  close?: boolean
}

/** A problem document (RFC 9457) as JSON, for what is refused before a route is known. */
export function problemBody(answer: ProblemAnswer, about: { path: string; requestId: string }): string {
  return JSON.stringify(problemDocument({ ok: false, code: answer.code, detail: answer.detail }, about))
}

/**
 * Answers with a problem document; when the answer has begun already, it is cut off. `about.headers`: names and values in turn
 * that every answer carries.
 */
export function answerProblem(
  res: ServerResponse,
  answer: ProblemAnswer,
  about: { path: string; requestId: string; headers: readonly string[] },
): void {
  if (res.headersSent) {
    res.destroy()
    return
  }
  const body = problemBody(answer, about)
  const headers = [
    ...about.headers,
    ...['Content-Type', 'application/problem+json', 'Cache-Control', 'no-store'],
    ...['Content-Length', String(Buffer.byteLength(body))],
    ...Object.entries(answer.headers ?? {}).flat(),
  ]
  if (answer.close) res.setHeader('Connection', 'close')
  res.writeHead(problems[answer.code][0], headers).end(res.req.method === 'HEAD' ? undefined : body)
}
