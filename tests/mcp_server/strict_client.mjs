// Connects as a strict OAuth client does: every answer is checked by oauth4webapi before the next step.
// Arguments: the address of its module, the address of the MCP server, the redirect address. It prints the
// address to visit, reads the address that the browser was sent back to, and prints what it was given.
import { createInterface } from "node:readline/promises";

const [module, server, redirect] = process.argv.slice(2);
const oauth = await import(module);
const options = { [oauth.allowInsecureRequests]: true };

const resource = new URL(server);
const protectedResource = await oauth.processResourceDiscoveryResponse(
  resource,
  await oauth.resourceDiscoveryRequest(resource, options),
);
const issuer = new URL(protectedResource.authorization_servers[0]);
const authorizationServer = await oauth.processDiscoveryResponse(
  issuer,
  await oauth.discoveryRequest(issuer, { algorithm: "oauth2", ...options }),
);

const client = await oauth.processDynamicClientRegistrationResponse(
  await oauth.dynamicClientRegistrationRequest(
    authorizationServer,
    { client_name: "Strict", redirect_uris: [redirect], token_endpoint_auth_method: "none" },
    options,
  ),
);

const verifier = oauth.generateRandomCodeVerifier();
const state = oauth.generateRandomState();
const visit = new URL(authorizationServer.authorization_endpoint);
for (const [name, value] of Object.entries({
  response_type: "code",
  client_id: client.client_id,
  redirect_uri: redirect,
  code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
  code_challenge_method: "S256",
  scope: protectedResource.scopes_supported.join(" "),
  resource: protectedResource.resource,
  state,
})) {
  visit.searchParams.set(name, value);
}
console.log(visit.href);

const lines = createInterface({ input: process.stdin });
const arrived = new URL(await lines.question(""));
lines.close();
const parameters = oauth.validateAuthResponse(authorizationServer, client, arrived, state);
const withResource = { additionalParameters: { resource: protectedResource.resource }, ...options };
const first = await oauth.processAuthorizationCodeResponse(
  authorizationServer,
  client,
  await oauth.authorizationCodeGrantRequest(
    authorizationServer,
    client,
    oauth.None(),
    parameters,
    redirect,
    verifier,
    withResource,
  ),
);
const second = await oauth.processRefreshTokenResponse(
  authorizationServer,
  client,
  await oauth.refreshTokenGrantRequest(
    authorizationServer,
    client,
    oauth.None(),
    first.refresh_token,
    withResource,
  ),
);
const answer = await oauth.protectedResourceRequest(
  second.access_token,
  "POST",
  resource,
  new Headers({ "content-type": "application/json", accept: "application/json, text/event-stream" }),
  JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
  options,
);
const tools = (await answer.json()).result.tools.map((tool) => tool.name);
await oauth.processRevocationResponse(
  await oauth.revocationRequest(authorizationServer, client, oauth.None(), second.refresh_token, options),
);
console.log(JSON.stringify({ tools, tokenType: second.token_type, access: second.access_token }));
