package io.taktstrom.stream.log;

import java.util.List;

import io.taktstrom.data.PointGroup;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DataType;

/** Makes a group of what a log says about it. Groups that are made of the same are equal. */
@FunctionalInterface
public interface GroupMaker {

    PointGroup make(List<DataPoint> points, List<DataType> types, List<Integer> statuses);
}
