"""A mail server (aiosmtpd) that keeps what it is sent.

Arguments: the security, none, starttls or tls; for the latter two the certificate and its key, PEM. Orders, one on a line, each answered
by "ok ...":
  login USER PASSWORD   wants a login from now on
  refuse ADDRESS        refuses mails to this address
  mails                 "ok N", then N lines of JSON: sender, recipients, user, headers and text of each mail
"""
import asyncio
import email
import email.policy
import json
import ssl
import sys
import threading

from aiosmtpd.smtp import SMTP, AuthResult

security, *files = sys.argv[1:]
state = {"login": None, "refuse": None}
mails = []


class Handler:
    async def handle_RCPT(self, server, session, envelope, address, options):
        if address == state["refuse"]:
            return "550 5.1.1 no such mailbox"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        mail = email.message_from_bytes(envelope.content, policy=email.policy.default)
        mails.append({
            "from": envelope.mail_from,
            "to": envelope.rcpt_tos,
            "tls": session.ssl is not None or security == "tls",
            "user": session.auth_data,
            "subject": mail["Subject"],
            "auto": mail["Auto-Submitted"],
            "text": mail.get_content(),
        })
        return "250 OK"


class Authenticator:
    def __call__(self, server, session, envelope, mechanism, data):
        login = (data.login.decode(), data.password.decode())
        return AuthResult(success=login == state["login"], handled=False, auth_data=login[0])


def context():
    made = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    made.load_cert_chain(files[0], files[1])
    return made


def protocol():
    return SMTP(
        Handler(),
        tls_context=context() if security == "starttls" else None,
        require_starttls=security == "starttls",
        authenticator=Authenticator(),
        auth_required=state["login"] is not None,
        auth_require_tls=security == "starttls",
    )


def main():
    loop = asyncio.new_event_loop()
    asyncio.set_event_loop(loop)
    server = loop.run_until_complete(
        loop.create_server(protocol, "127.0.0.1", 0, ssl=context() if security == "tls" else None))
    threading.Thread(target=loop.run_forever, daemon=True).start()
    print("ok", server.sockets[0].getsockname()[1], flush=True)
    for order in sys.stdin:
        word, *rest = order.split()
        answer = []
        if word == "login":
            state["login"] = (rest[0], rest[1])
        elif word == "refuse":
            state["refuse"] = rest[0]
        elif word == "mails":
            answer = [json.dumps(each) for each in mails]
        print("ok", len(answer), flush=True)
        for line in answer:
            print(line, flush=True)


main()
