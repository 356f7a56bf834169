import { describe, expect, it, test } from "vitest";
import { ConnectError, ConnectionLostError, CredentialsError, ProtocolError, TimeoutError } from "@colonnade/runtime";
import { connectionFault } from "../../src/source/read-response.ts";

describe("a connection that cannot be made", () => {
  test.each([
    [
      "ERR_SSL_WRONG_VERSION_NUMBER",
      "the port does not speak TLS: check the port in --url, and whether it should be http://",
    ],
    ["DEPTH_ZERO_SELF_SIGNED_CERT", "its certificate is not signed by a trusted authority"],
    ["SELF_SIGNED_CERT_IN_CHAIN", "its certificate is not signed by a trusted authority"],
    ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "its certificate is not signed by a trusted authority"],
    ["ERR_TLS_CERT_ALTNAME_INVALID", "its certificate is for another host"],
    ["CERT_HAS_EXPIRED", "renew its certificate"],
    ["ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION", "check the certificate and the TLS versions of the service"],
  ])("for %s is about TLS, and says what helps", (said, next) => {
    for (const Class of [ConnectError, ConnectionLostError]) {
      const error = new Class(`no connection to https://db.example.com (${said}); is the service running?`, {
        operation: "login",
      });
      expect(connectionFault(error)).toMatchObject({
        code: "tls",
        kind: "service",
        message: error.message,
        next: expect.stringContaining(next),
        cause: error,
      });
    }
  });

  it("for another reason is what it was", () => {
    for (const error of [
      new ConnectError("no connection to https://db.example.com (ECONNREFUSED); is the service running?"),
      new TimeoutError("response", 10_000),
      new CredentialsError("the service refuses the credentials"),
      new TypeError("a bug"),
    ]) {
      expect(connectionFault(error)).toBe(error);
    }
  });

  it("to what is not the service may be a proxy's", () => {
    expect(connectionFault(new ProtocolError("the response is not JSON"))).toMatchObject({
      code: "protocol",
      kind: "service",
      next: expect.stringContaining("such as a proxy"),
    });
  });
});
