/**
 * The answer of a token endpoint as OAuth 2 wants it (RFC 6749 §5.1). Some providers leave the type of the token out, send the
 * scope as a list, declare JSON to be text, or add a challenge that belongs to a refusal. What is no JSON object stays as it is.
 */
export async function mendedTokenAnswer(answer: Response, by: { idToken: boolean }): Promise<Response> {
  if (answer.status !== 200) return answer
  const text = await answer.text()
  const said = parsed(text)
  if (!said) return new Response(text, { status: answer.status, headers: answer.headers })
  const { scope, id_token: idToken, ...rest } = said
  return Response.json({
    ...(typeof said.access_token === 'string' && { token_type: 'bearer' }),
    ...rest,
    ...(typeof scope === 'string' && { scope }),
    ...(Array.isArray(scope) && { scope: scope.join(' ') }),
    // From a provider that is used by plain OAuth 2 it would be checked against an issuer that is not known.
    ...(by.idToken && idToken !== undefined && { id_token: idToken }),
  })
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}
