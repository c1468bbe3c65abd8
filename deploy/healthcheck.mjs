// HEALTHCHECK of the image: exit code 0 if the service can take traffic.
const { PORT = '3000' } = process.env
const answer = await fetch(`http://127.0.0.1:${PORT}/readyz`).catch(() => null)
process.exit(answer?.ok ? 0 : 1)
