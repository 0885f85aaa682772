"""Uses every feature that the SDK which runs it and the server both know, and writes what came of it as JSON.

`generations.py http URL` or `generations.py stdio COMMAND ARGUMENT...`; `handshake` instead of `stdio` keeps the newest
SDK from asking first whether the server knows its revision, which the oldest servers do not survive. PREFIX in the
environment stands before the names of the server's tools and prompts, and is left out of what is written. That depends
on the server alone, not on ids, times or the agreed revision, so that the same server must give the same text by whatever
way it is reached.
"""

import contextlib
import json
import os
import sys

import anyio

try:
    import mcp_types as types
    from mcp import Client, StdioServerParameters
    from mcp.shared.exceptions import MCPError as Refused

    modern = True
except ImportError:
    from mcp import ClientSession, StdioServerParameters, types
    from mcp.client.stdio import stdio_client
    from mcp.shared.exceptions import McpError as Refused

    modern = False

PREFIX = os.environ.get("PREFIX", "")

# Longer than any machine takes; a step that hangs is told by its name.
STEP = 60

heard = {"logs": [], "changes": []}
told_change = None


def plain(value):
    return json.loads(value.model_dump_json(by_alias=True, exclude_none=True))


async def on_log(params):
    heard["logs"].append(params.data)


async def on_message(message):
    """Takes what arrives of itself, in the shapes that generations of the SDK give it."""
    said = getattr(message, "root", message)
    if isinstance(said, types.ToolListChangedNotification):
        # Once is as good as many times.
        heard["changes"] = [said.method]
        told_change.set()
    elif not modern and isinstance(said, types.LoggingMessageNotification) and not takes("logging_callback"):
        await on_log(said.params)


async def on_sampling(context, params):
    asked = params.messages[0].content
    text = (asked[0] if isinstance(asked, list) else asked).text
    content = types.TextContent(type="text", text=f"blue ({text})")
    return types.CreateMessageResult(role="assistant", content=content, model="none")


async def on_elicitation(context, params):
    return types.ElicitResult(action="accept", content={"name": f"Ada ({params.message})"})


async def on_roots(context):
    return types.ListRootsResult(roots=[types.Root(uri="file:///home/ada")])


def takes(name):
    """Whether sessions of this SDK take the callback."""
    return modern or name in ClientSession.__init__.__code__.co_varnames


CALLBACKS = {
    name: callback
    for name, callback in [
        ("sampling_callback", on_sampling),
        ("elicitation_callback", on_elicitation),
        ("list_roots_callback", on_roots),
        ("logging_callback", on_log),
        ("message_handler", on_message),
    ]
    if takes(name)
}


@contextlib.asynccontextmanager
async def connected(how, where):
    """A session with the server, and what it agreed on."""
    target = where[0] if how == "http" else StdioServerParameters(command=where[0], args=where[1:])
    if modern:
        mode = "legacy" if how == "handshake" else "auto"
        async with Client(target, mode=mode, log_level="info", cache=None, **CALLBACKS) as client:
            yield client, client.protocol_version
        return
    if how == "http":
        from mcp.client.streamable_http import streamablehttp_client

        transport = streamablehttp_client(target)
    else:
        transport = stdio_client(target)
    async with transport as streams, ClientSession(*streams[:2], **CALLBACKS) as session:
        async with anyio.create_task_group() as tasks:
            if not takes("message_handler"):
                tasks.start_soon(drain, session)
            agreed = await session.initialize()
            yield session, agreed.protocolVersion
            tasks.cancel_scope.cancel()


async def drain(session):
    async for message in session.incoming_messages:
        await on_message(message)


async def call(session, name, arguments=None, **options):
    return await session.call_tool(PREFIX + name, arguments or {}, **options)


async def text_of(session, name, arguments=None):
    return (await call(session, name, arguments)).content[0].text


async def progress(session):
    """The reports of a call, which goes on until the client says that it has seen the last."""
    seen = []
    all_seen = anyio.Event()

    async def on_progress(done, total, message=None):
        seen.append([done, total])
        if done == total:
            all_seen.set()

    async with anyio.create_task_group() as tasks:

        async def confirm():
            await all_seen.wait()
            await call(session, "seen")

        tasks.start_soon(confirm)
        result = await call(session, "count", {"to": 3}, progress_callback=on_progress)
    return {"seen": seen, "result": plain(result)}


async def until(condition):
    while not await condition():
        await anyio.sleep(0.05)


async def cancellation(session):
    """Whether a call that the client gives up on is given up by the server, too."""

    async def is_one(what):
        return await text_of(session, "counted", {"what": what}) == "1"

    async with anyio.create_task_group() as tasks:

        number = None

        async def waiting():
            nonlocal number
            # Older SDKs neither cancel by themselves nor tell the id that the next request will have.
            number = None if modern else session._request_id
            with contextlib.suppress(Refused):
                await call(session, "wait")

        tasks.start_soon(waiting)
        await until(lambda: is_one("waiting"))
        if modern:
            tasks.cancel_scope.cancel()
        else:
            params = types.CancelledNotificationParams(requestId=number, reason="enough")
            notification = types.CancelledNotification(method="notifications/cancelled", params=params)
            await session.send_notification(types.ClientNotification(notification))
            await until(lambda: is_one("cancelled"))
            tasks.cancel_scope.cancel()
    await until(lambda: is_one("cancelled"))
    return "cancelled"


async def change(session, agreed):
    """What is told of a tool that is added while the client listens."""

    async def names():
        return sorted(tool.name.removeprefix(PREFIX) for tool in (await session.list_tools()).tools)

    if modern and agreed >= "2026":
        async with session.listen(tools_list_changed=True) as events:
            said = await text_of(session, "grow")
            async for _ in events:
                if "grown" in await names():
                    break
    else:
        said = await text_of(session, "grow")
        # A change may have been told before, of something else.
        while "grown" not in await names():
            await told_change.wait()
            await anyio.sleep(0.05)
    return {"said": said, "names": await names(), "grown": await text_of(session, "grown")}


async def everything(session, agreed, step):
    offered = {tool.name.removeprefix(PREFIX) for tool in (await session.list_tools()).tools}

    async def dumped(awaitable):
        return plain(await awaitable)

    # Where a session of the newest revision asks for URIs as text, older ones take a type of pydantic's.
    def uri(text):
        return text if modern else __import__("pydantic").AnyUrl(text)

    await step("tools", lambda: dumped(session.list_tools()))
    await step("call", lambda: dumped(call(session, "add", {"a": 1, "b": 2})))
    await step("failing call", lambda: dumped(call(session, "fail")))
    await step("call with wrong arguments", lambda: dumped(call(session, "add", {"a": "x"})))
    await step("call of a tool that is not there", lambda: dumped(call(session, "nothing")))
    await step("prompts", lambda: dumped(session.list_prompts()))
    await step("prompt", lambda: dumped(session.get_prompt(PREFIX + "greet", {"name": "Ada"})))
    await step("prompt that is not there", lambda: dumped(session.get_prompt(PREFIX + "nothing", {})))
    await step("resources", lambda: dumped(session.list_resources()))
    if hasattr(session, "list_resource_templates"):
        await step("resource templates", lambda: dumped(session.list_resource_templates()))
    await step("resource", lambda: dumped(session.read_resource(uri("note://all"))))
    await step("resource of a template", lambda: dumped(session.read_resource(uri("note://first"))))
    await step("resource that is not there", lambda: dumped(session.read_resource(uri("other://thing"))))
    reference = types.PromptReference(type="ref/prompt", name=PREFIX + "greet")
    argument = {"name": "name", "value": "Ad"}
    await step("completion", lambda: dumped(session.complete(reference, argument)))
    await step("log", lambda: text_of(session, "log", {"text": "here I am"}))
    if takes("logging_callback"):
        await step("progress", lambda: progress(session))
    if takes("sampling_callback"):
        await step("sampling", lambda: text_of(session, "consult"))
    if takes("list_roots_callback"):
        await step("roots", lambda: text_of(session, "roots"))
    if takes("elicitation_callback") and "ask" in offered:
        await step("elicitation", lambda: text_of(session, "ask"))
    if "wait" in offered and hasattr(types, "CancelledNotificationParams"):
        await step("cancellation", lambda: cancellation(session))
    await step("change", lambda: change(session, agreed))


async def main():
    global told_change
    told_change = anyio.Event()
    results = {}

    async def step(name, act):
        try:
            with anyio.fail_after(STEP):
                results[name] = await act()
        except Refused as error:
            results[name] = {"refused": error.error.code, "message": error.error.message}
        except TimeoutError:
            results[name] = "TIMEOUT"

    async with connected(sys.argv[1], sys.argv[2:]) as (session, agreed):
        await everything(session, agreed, step)
    results["heard"] = heard
    text = json.dumps({"agreed": agreed, "results": results}, indent=1, sort_keys=True)
    print(text.replace(PREFIX, "") if PREFIX else text)


anyio.run(main)
