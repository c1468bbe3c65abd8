import { perSecond, postJson } from '@/bench/http-load'
const B='http://127.0.0.1:4600/api/v1/auth'
const tokens:string[]=[]
for(let i=0;i<16;i++) tokens.push(JSON.parse((await postJson(B+'/login',JSON.stringify({email:'root@example.org',password:'correct horse battery'}))).text).refresh_token)
console.log('refresh/s',await perSecond(16,8,async l=>{const r=await postJson(B+'/refresh',JSON.stringify({refresh_token:tokens[l]}));tokens[l]=JSON.parse(r.text).refresh_token}))
process.exit(0)
