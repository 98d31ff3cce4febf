"""WeChat by MemoTrace, WeClone and chatlog."""

from __future__ import annotations

from persona.logs import attribute
from tests.logs.conftest import Reads

HEAD = "localId,TalkerId,Type,SubType,IsSender,CreateTime,Status,StrContent,StrTime,Remark,NickName"


def test_the_sender_of_own_rows_is_the_owner(read_text: Reads) -> None:
    log = read_text(
        f"{HEAD},Sender\n"
        "1,3,1,0,1,1709362800,,我喜欢喝茶,x,甲,甲,wxid_me\n"
        "2,3,1,0,0,1709362860,,我喜欢咖啡,x,甲,甲,wxid_a\n",
        "chat.csv",
    )
    mine, other = attribute(log, user_id="小满", me=None)
    assert (mine.user_id, mine.author, mine.is_users) == ("小满", None, True)
    assert (other.user_id, other.author, other.is_users) == ("小满", "甲", False)


def test_without_a_sender_column_the_flag_decides(read_text: Reads) -> None:
    rows = "1,3,1,0,1,1709362800,,我喜欢喝茶,x,甲,甲\n2,3,1,0,0,1709362860,,好,x,甲,乙\n"
    log = read_text(f"{HEAD}\n{rows}", "chat.csv", user_id="me")
    assert [m.user_id for m in log] == ["me", "甲"]


def test_last_header_missing(read_text: Reads) -> None:
    log = read_text(f"{HEAD}\n1,3,1,0,1,1709362800,,我喜欢喝茶,x,甲,甲,wxid_me\n", "chat.csv")
    assert [m.user_id for m in log] == ["wxid_me"]


def test_xml_that_would_unfold_is_media(read_text: Reads) -> None:
    bomb = '"<!DOCTYPE x [<!ENTITY a ""aaaa""><!ENTITY b ""&a;&a;"">]><msg>&b;</msg>"'
    log = read_text(
        f"{HEAD},Sender\n1,3,49,5,1,1709362800,,{bomb},x,甲,甲,w\n"
        '2,3,49,57,1,1709362800,,"<msg><title><![CDATA[九点 & 半]]></title></msg>",x,甲,甲,w\n',
        "chat.csv",
    )
    assert [m.text for m in log] == ["九点 & 半"]
    assert dict(log.skipped) == {"media": 1}


def test_older_layout_of_weclone(read_text: Reads) -> None:
    log = read_text(
        "id,MsgSvrID,type_name,is_sender,talker,room_name,content,CreateTime\n"
        '1,71,文本,1,wxid_me,老友,"{""msg"": ""我对花生过敏"", ""src"": """"}",1709362800\n'
        '2,72,系统通知,0,wxid_a,老友,"{""msg"": ""撤回""}",1709362801\n',
        "chat.csv",
    )
    assert [(m.conversation_id, m.text) for m in log] == [("老友", "我对花生过敏")]
    assert dict(log.skipped) == {"system": 1}
    assert log.owner == "wxid_me"


def test_chatlog(read_text: Reads) -> None:
    log = read_text(
        "Time,SenderName,Sender,TalkerName,Talker,Content\n"
        "2024-03-02 15:00:00,我,wxid_me,林小满,wxid_lin,我喜欢爬山\n"
        "2024-03-02 15:00:05,林小满,wxid_lin,林小满,wxid_lin,![图片](http://127.0.0.1/x)\n"
        "2024-03-02 15:00:06,林小满,wxid_lin,林小满,wxid_lin,[捂脸]\n"
        '2024-03-02 15:00:07,林小满,wxid_lin,林小满,wxid_lin,"> 我 15:00\n> 我喜欢爬山\n\n我也是"\n',
        "chat.csv",
        tz="Asia/Shanghai",
    )
    mine, face, reply = log
    assert (mine.user_id, mine.message_id, mine.text) == ("wxid_me", "wxid_lin#0", "我喜欢爬山")
    assert face.text == "[捂脸]"
    (span,) = reply.foreign
    assert "我喜欢爬山" in reply.text[span.start : span.end]
    assert "我也是" not in reply.text[span.start : span.end]
    assert log.owner == "wxid_me"
    assert dict(log.skipped) == {"media": 1}
